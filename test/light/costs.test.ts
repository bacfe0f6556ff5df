import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../bench/evm/contracts.ts'
import { closeFull, fullAnswer, LightWorld, serviceOver } from '../../src/answering/lightWorld.cases.ts'
import type { RpcService } from '../../src/answering/rpcService.ts'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { asAddress, leftPad } from '../../src/primitives/bytes.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { tokenFunctions } from '../clients/token.ts'
import { textOf } from '../documents/documents.ts'

/* What answers cost a light client: the figures of docs/light.md. */

const accounts = 20_000
const holders = 1_000

/** Addresses and cells are spread, as those of real states are. */
const hashOf = (index: number): Uint8Array => keccak256(unsignedBytes(BigInt(index)))
const accountAt = (index: number) => asAddress(hashOf(index).subarray(0, 20))
const token = asAddress(leftPad(Uint8Array.of(0xf0, 0x0d), 20))

let full: Node
let service: RpcService
let world: LightWorld
beforeAll(async () => {
  const storage = Array.from({ length: holders }, (_, index) => ({
    cell: hashOf(index),
    value: leftPad(unsignedBytes(10n ** 18n), 32),
  }))
  const allocations = [
    ...Array.from({ length: accounts }, (_, index) => ({
      address: accountAt(index),
      balance: BigInt(index),
    })),
    { address: token, balance: 0n, code: contracts.get('Token')!.code, storage },
  ]
  full = await openNode({ mining: { kind: 'manual' }, development: { allocations } })
  service = serviceOver(full)
  world = await LightWorld.over([service], { network: full.network })
})
afterAll(() => {
  world.close()
  closeFull(full, service)
})

/** Requests, and kilobytes of their answers, until the proved answer. */
async function costOf(method: string, ...params: unknown[]): Promise<string> {
  const [endpoint] = world.endpoints
  endpoint!.reset()
  const { result } = await fullAnswer(service, { method, params })
  expect(await world.answer(method, params)).toEqual({ result, verified: 'proof' })
  const { requests, characters } = endpoint!
  return `${requests} ${requests === 1 ? 'request' : 'requests'}, ${(characters / 1000).toFixed(1)} kB`
}

function balanceOf(index: number): Promise<string> {
  const args = [toHex(accountAt(index)) as `0x${string}`] as const
  const data = encodeFunctionData({ abi: parseAbi(tokenFunctions), functionName: 'balanceOf', args })
  return costOf('eth_call', { to: toHex(token), data }, 'latest')
}

describe('docs/light.md', () => {
  it('has the costs of a light client', async () => {
    const rows = [
      ['a first `eth_getBalance`', await costOf('eth_getBalance', toHex(accountAt(1)), 'latest')],
      ['a second one, of another account', await costOf('eth_getBalance', toHex(accountAt(2)), 'latest')],
      ['a first `balanceOf` of a token', await balanceOf(1)],
      ['a second one, of another owner', await balanceOf(2)],
      ['the same again at the same block', await balanceOf(2)],
    ]
    const table = rows.map(([what, cost]) => `| ${what} | ${cost} |`).join('\n')
    expect(textOf('docs/light.md')).toContain(table)
  })
})
