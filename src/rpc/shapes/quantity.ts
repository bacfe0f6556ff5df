import { toQuantity } from '../../primitives/quantity.ts'

export const quantityOrNull = (value: bigint | number | null): string | null =>
  value === null ? null : toQuantity(value)

/** At least two digits, as the reference node writes chain ids and the `v` of signatures. */
export const twoDigitQuantity = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`
