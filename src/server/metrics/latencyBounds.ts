/** Bounds of ranges in seconds: light calls take tens of microseconds, traces take seconds. */
export const latencyBounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
