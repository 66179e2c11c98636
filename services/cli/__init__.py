"""The command line: runs services, and looks at the house as a whole."""
