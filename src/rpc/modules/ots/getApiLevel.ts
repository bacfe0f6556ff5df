import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

/** The level of Otterscan's API that these methods have; Otterscan refuses nodes with a lower one. */
const apiLevel = 8

export const otsGetApiLevel = defineMethod({
  name: 'ots_getApiLevel',
  summary: 'The level of the API of the block explorer Otterscan that this node has.',
  result: schema.constant(apiLevel),
  asks: 'nothing',
  handler: () => apiLevel,
})
