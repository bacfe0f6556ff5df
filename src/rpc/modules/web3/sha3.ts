import { keccak256 } from '../../../crypto/keccak256.ts'
import { toHex } from '../../../primitives/hex.ts'
import { prices } from '../../budget/workPrices.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { prefixedData } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'

export const web3Sha3 = defineMethod({
  name: 'web3_sha3',
  summary: 'The Keccak-256 hash of the data, which differs from the standardised SHA3-256.',
  params: [required('data', prefixedData, "Parameter must be hexadecimal encoded with the '0x' prefix.")],
  result: schema.hash,
  asks: 'nothing',
  handler([data], { work }) {
    work.addDone(data.length * prices.hashedByte)
    return toHex(keccak256(data))
  },
})
