import { toQuantity } from '../../primitives/quantity.ts'

export const quantityOrNull = (value: bigint | number | null): string | null =>
  value === null ? null : toQuantity(value)

/** At least two digits: how chain ids and the `v` of signatures are written. */
export const twoDigitQuantity = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`
