"""Record files in: a folder of YAML is read, checked whole, then loaded whole or not at all."""
