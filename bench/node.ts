// Start-up of a node and transactions through pool, miner and chain: `npx tsx bench/node.ts`.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keccak256 } from '../src/crypto/keccak256.ts'
import type { Node } from '../src/node/node.ts'
import { openNode } from '../src/node/openNode.ts'
import { asAddress, asciiBytes, emptyBytes } from '../src/primitives/bytes.ts'
import { unsignedBytes } from '../src/primitives/integers.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { decodeTransaction } from '../src/protocol/transactions/decode.ts'
import { signTransaction } from '../src/protocol/transactions/sign.ts'
import { localAccountSeeds } from '../src/wallet/localAccounts.ts'

const transactionCount = 4_000
const blockSize = 200
const keys = localAccountSeeds.map((seed) => keccak256(asciiBytes(seed)))

/** Transfers of the ten accounts in turn, encoded, so that the node has to recover the senders. */
function transfers(): Uint8Array[] {
  return Array.from({ length: transactionCount }, (_, index) => {
    const receiver = new Uint8Array(20).fill(0x77)
    new DataView(receiver.buffer).setUint32(0, index)
    const fields = {
      nonce: unsignedBytes(Math.floor(index / keys.length)),
      gasPrice: 1n,
      gasLimit: unsignedBytes(21_000),
      to: asAddress(receiver),
      value: 1n,
      data: emptyBytes,
      chainId: regtest.chainId,
    }
    return signTransaction(fields, keys[index % keys.length]!).encoded
  })
}

function submitAll(node: Node, encoded: readonly Uint8Array[], afterEach: (index: number) => void): void {
  for (const [index, bytes] of encoded.entries()) {
    const { status } = node.submit(decodeTransaction(bytes))
    if (status !== 'pending') throw new Error(`transaction ${index} is ${status}`)
    afterEach(index)
  }
}

async function timed(title: string, encoded: readonly Uint8Array[], blocksOf: number): Promise<void> {
  const perTransaction = blocksOf === 1
  const node = await openNode({
    mining: { kind: perTransaction ? 'per-transaction' : 'manual' },
    pool: { accountSlots: blockSize },
  })
  const start = performance.now()
  submitAll(node, encoded, (index) => {
    if (!perTransaction && (index + 1) % blocksOf === 0) node.local!.mine()
  })
  const seconds = (performance.now() - start) / 1000
  const blocks = node.chain.head.number
  node.close()
  const rate = Math.round(encoded.length / seconds).toLocaleString('en-US')
  console.log(`  ${title.padEnd(28)}${rate.padStart(10)} transactions/s in ${blocks} blocks`)
}

/** Milliseconds until the first answer of a node in a new process, and of another node in the same process. */
function startUp(): { readonly cold: number; readonly again: number } {
  const module = fileURLToPath(new URL('../dist/index.js', import.meta.url))
  const script = `
    const start = performance.now()
    const { createNode } = await import(${JSON.stringify(module)})
    await (await createNode()).request({ method: 'eth_blockNumber' })
    const cold = performance.now() - start
    const second = performance.now()
    await (await createNode()).request({ method: 'eth_blockNumber' })
    console.log(JSON.stringify({ cold, again: performance.now() - second }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(`start-up failed, is dist/ built? ${stderr}`)
  return JSON.parse(stdout)
}

export async function bench(): Promise<void> {
  console.log('\nA local node')
  const starts = Array.from({ length: 5 }, startUp)
  const best = (times: readonly number[]): string => `${Math.min(...times).toFixed(0)} ms`
  console.log(`  ${'ready in a new process'.padEnd(28)}${best(starts.map(({ cold }) => cold)).padStart(10)}`)
  console.log(`  ${'the next one'.padEnd(28)}${best(starts.map(({ again }) => again)).padStart(10)}`)
  const encoded = transfers()
  await timed('a block per transaction', encoded, 1)
  await timed(`blocks of ${blockSize}`, encoded, blockSize)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bench()
