#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { toHex } from '../primitives/hex.ts'
import { genesisBlock } from '../protocol/genesis.ts'
import { networks } from '../protocol/networks/definitions.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const help = `cambium ${version} — a Rootstock node and JSON-RPC service

Usage: cambium [--help] [--version]

This version holds the ground floors of the node: encodings, cryptography, the state trie, the store, the
rules of blocks and the virtual machine. It does not serve JSON-RPC yet. Without options it lists
the networks it knows with the genesis block it computes for each.`

function main(options: readonly string[]): number {
  const unknown = options.find((option) => !['--help', '-h', '--version', '-v'].includes(option))
  if (unknown !== undefined) {
    console.error(`cambium: unknown option ${unknown}; see cambium --help`)
    return 2
  }
  if (options.includes('--version') || options.includes('-v')) console.log(version)
  else console.log(options.length > 0 ? help : `${help}\n\n${networkTable()}`)
  return 0
}

function networkTable(): string {
  const rows = Object.values(networks).map((network) => {
    const { hash } = genesisBlock(network).header
    return `  ${network.name.padEnd(9)}${String(network.chainId).padEnd(10)}${toHex(hash)}`
  })
  return ['  network  chain id  genesis block', ...rows].join('\n')
}

process.exitCode = main(process.argv.slice(2))
