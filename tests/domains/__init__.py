"""What domains accept, said once: the rules write it down, and the page's tests replay it."""
