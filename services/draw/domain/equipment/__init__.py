"""A piece of equipment that numbers come from: a receptacle with its objects, or a selector."""
