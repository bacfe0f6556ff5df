import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { invalidTypedData } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { alsoNamed, defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { typedData } from '../../params/typedData.ts'
import { expectWallet } from '../../submission/submission.ts'

export const ethSignTypedDataV4 = defineMethod({
  name: 'eth_signTypedData_v4',
  summary: 'Signs typed data (EIP-712) with an unlocked account.',
  params: [required('address', address), required('typedData', typedData)],
  result: schema.data,
  cost: 5,
  effect: 'uses-node',
  access: 'everyone',
  handler([account, data], { node }) {
    try {
      return toHex(expectWallet(node).signTypedData(account, data))
    } catch (error) {
      throw error instanceof DecodeError ? invalidTypedData(error.message) : error
    }
  },
})

export const ethSignTypedData = alsoNamed(
  ethSignTypedDataV4,
  'eth_signTypedData',
  'The same as eth_signTypedData_v4 under its older name.',
)
