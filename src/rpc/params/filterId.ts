import { bytesToQuantity } from '../../primitives/quantity.ts'
import * as schema from '../json/schema.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'

/** The id of a filter in the form that eth_newFilter answered, however the client writes it. */
export const filterId: Codec<string> = {
  schema: schema.quantity,
  decode: (value) => bytesToQuantity(data.decode(value)),
}
