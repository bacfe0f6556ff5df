import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { invalidTypedData } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, type Method } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { typedData } from '../../params/typedData.ts'
import { expectWallet } from '../../submission/submission.ts'

const signTypedData = (name: string, summary: string): Method =>
  defineMethod({
    name,
    summary,
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

export const ethSignTypedDataV4 = signTypedData(
  'eth_signTypedData_v4',
  'Signs typed data (EIP-712) with an unlocked account.',
)
export const ethSignTypedData = signTypedData(
  'eth_signTypedData',
  'The same as eth_signTypedData_v4 under its older name.',
)
