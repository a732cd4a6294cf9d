"""How dates are typed and shown where the framework does it itself: as Canadians write them."""
