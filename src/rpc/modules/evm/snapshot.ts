import { toQuantity } from '../../../primitives/quantity.ts'
import { invalidSnapshotId } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmSnapshot = defineLocalMethod({
  name: 'evm_snapshot',
  summary: 'Saves a snapshot of the chain and answers its id.',
  result: schema.quantity,
  cost: 5,
  handler: (_, local) => toQuantity(local.snapshot()),
})

const snapshotId: Codec<number> = {
  schema: schema.quantity,
  decode(value) {
    const written = text.decode(value)
    if (!/^0x[0-9a-f]{1,64}$/i.test(written)) throw invalidSnapshotId(written)
    return Number(written)
  },
}

export const evmRevert = defineLocalMethod({
  name: 'evm_revert',
  summary: 'Restores a snapshot; false for an unknown id.',
  params: [required('snapshotId', snapshotId, 'invalid snapshot id null')],
  result: schema.boolean,
  cost: 10,
  handler: ([id], local) => local.revert(id),
})
