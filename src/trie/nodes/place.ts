/*
 * The place of a stored node is one number: that of its cluster and its offset in it. A cluster that holds more than one
 * node is shorter than the number of offsets.
 */

const offsets = 2048

export const placeAt = (cluster: number, offset: number): number => cluster * offsets + offset

export const clusterAt = (place: number): number => Math.floor(place / offsets)

export const offsetAt = (place: number): number => place % offsets
