"""What runs beside the calls."""
