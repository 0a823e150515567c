// A library that is no module.
int nothing() { return 0; }
