"""What every service stands on. It knows no service and no game word."""
