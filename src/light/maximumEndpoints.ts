export const maximumEndpoints = 8
