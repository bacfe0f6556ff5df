import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RpcService } from '../../src/answering/rpcService.ts'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { openNode } from '../../src/node/openNode.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { inProcess } from '../../src/rpc/envelope/answerContext.ts'
import type { Envelope } from '../../src/rpc/envelope/envelope.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'

/* A contract with many cells in a folder, and calls that use cells far apart, each with empty caches. */

type Asking = (envelope: Pick<Envelope, 'read' | 'answer'>) => Promise<void>

const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const blocks = 150
const cellsOfBlock = 300
/** A prime number of cells lies between those that a call uses. */
const distance = 29

const loop = (body: string, step: number): string =>
  `32 CALLDATALOAD 0 CALLDATALOAD loop: DUP1 0 MSTORE ${body} ${step} ADD DUP2 DUP2 LT @loop JUMPI STOP`
const contract = `64 CALLDATALOAD 1 EQ @read JUMPI 64 CALLDATALOAD 2 EQ @write JUMPI
  ${loop('DUP1 32 0 SHA3 SSTORE', 1)}
  read: ${loop('32 0 SHA3 SLOAD POP', distance).replaceAll('loop', 'reads')}
  write: ${loop('7 32 0 SHA3 SSTORE', distance).replaceAll('loop', 'writes')}`

const word = (value: number): string => value.toString(16).padStart(64, '0')
const data = (from: number, to: number, mode: number): string => `0x${word(from)}${word(to)}${word(mode)}`

export interface ColdCall {
  readonly title: string
  readonly params: readonly unknown[]
}

/** Passes each call with a service over a folder that was just opened. */
export async function eachColdCall(use: (call: ColdCall, envelope: Parameters<Asking>[0]) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-prices-'))
  const opened = async (run: Asking): Promise<void> => {
    const node = await openNode({ dataFolder: folder, flush: 'none' })
    const service = new RpcService(node, {
      settings: { clientVersion: 'bench', errors: 'rootstock', ...defaultCallSettings },
      now: Date.now,
      random: randomBytes,
      report: (error) => console.error(error),
      readers: null,
    })
    await run(service.envelope)
    await service.close()
    await node.close()
  }
  try {
    let to = ''
    await opened(async (envelope) => {
      const send = async (transaction: object): Promise<string> => {
        const hash = await answerOf(envelope, 'eth_sendTransaction', [{ from: cow, ...transaction }])
        const receipt = Object(await answerOf(envelope, 'eth_getTransactionReceipt', [hash]))
        if (receipt.status !== '0x1') throw new Error('a transaction failed')
        return receipt.contractAddress
      }
      to = await send({ data: toHex(deployer(assemble(contract))), gas: '0x5b8d80' })
      for (let block = 0; block < blocks; block++) {
        const from = 1 + block * cellsOfBlock
        await send({ to, data: data(from, from + cellsOfBlock, 0), gas: '0x632ea0' })
      }
    })
    const call = (from: number, count: number, mode: number) => [
      { from: cow, to, data: data(from, from + count * distance, mode) },
      'latest',
    ]
    const calls = [
      ['the first call of a folder', call(1, 1, 1)],
      ['cells read from a folder', call(1, 1_500, 1)],
      ['missing cells read from a folder', call(1_000_000, 1_500, 1)],
      ['cells written over a folder', call(1, 300, 2)],
      ['missing cells written over a folder', call(1_000_000, 300, 2)],
    ] as const
    for (const [title, params] of calls) await opened((envelope) => use({ title, params }, envelope))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function answerOf(
  envelope: Parameters<Asking>[0],
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const body = envelope.read({ jsonrpc: '2.0', id: 1, method, params }, { batchItems: 1 })
  const answered = await envelope.answer(body, inProcess({ name: 'bench' }))
  if (typeof answered !== 'string') throw new Error(`${method} is not one text`)
  return JSON.parse(answered).result
}
