import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { Client } from '../rpc/client.ts'
import { caller, type Engine, gasLimit, type World } from './engine.ts'

const packages = join(import.meta.dirname, '../peers/node_modules/@foundry-rs')

/** The binary named by ANVIL, or the first one in PATH, or one that npm installed. */
export function findAnvil(): string | undefined {
  const { ANVIL, PATH = '' } = process.env
  const installed = existsSync(packages) ? readdirSync(packages) : []
  const candidates = [
    ...(ANVIL === undefined ? [] : [ANVIL]),
    ...PATH.split(delimiter).map((folder) => join(folder, 'anvil')),
    ...installed.map((name) => join(packages, name, 'bin/anvil')),
  ]
  return candidates.find((path) => existsSync(path))
}

/** Foundry's local node (revm, in Rust), called with eth_call over one connection that stays open. */
export async function anvil(binary: string, { contracts, cells }: World): Promise<Engine> {
  const limit = String(gasLimit)
  const child = spawn(binary, ['--port', '0', '--hardfork', 'prague', '--gas-limit', limit], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const client = new Client(`http://127.0.0.1:${await listeningPort(child)}`)
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> => client.ask(method, params)
  for (const { address, code } of contracts) await ask('anvil_setCode', [toHex(address), toHex(code)])
  for (const { contract, key, value } of cells) {
    await ask('anvil_setStorageAt', [toHex(contract.address), toHex(key), toHex(wordBytes(value))])
  }
  const message = { from: toHex(caller), gas: `0x${gasLimit.toString(16)}` }
  return {
    name: 'anvil',
    clock: () => performance.now(),
    call: async ({ address }, data) => {
      const call = { ...message, to: toHex(address), data: toHex(data) }
      const result = await ask('eth_call', [call, 'latest'])
      return fromHex(String(result))
    },
    close: () => void child.kill(),
  }
}

async function listeningPort(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /Listening on .*:(\d+)/.exec(line)?.[1]
    if (port !== undefined) {
      child.stdout!.resume()
      return Number(port)
    }
  }
  throw new Error('anvil ended before it listened')
}
