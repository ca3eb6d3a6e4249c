"""Small networks with random weights, written as exporters write those of their kind."""
