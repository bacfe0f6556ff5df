import { bytesToQuantity } from '../../primitives/quantity.ts'
import * as schema from '../json/schema.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'

/** The id of a filter however it is written, as it was given out. */
export const filterId: Codec<string> = {
  schema: schema.quantity,
  decode: (value) => bytesToQuantity(data.decode(value)),
}
