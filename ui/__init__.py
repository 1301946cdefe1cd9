"""What people touch: the terminal (`ui.cli`) and the browser (`ui.app`)."""
