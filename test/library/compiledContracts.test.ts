import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

const abi = [
  { type: 'function', name: 'total', inputs: [], outputs: [{ type: 'uint256' }], stateMutability: 'view' },
]
const own = { path: 'contracts/Vault.sol', content: 'contract Vault {}' }
const library = { path: 'contracts/Sums.sol', content: 'library Sums {}' }
const unused = { path: 'contracts/Other.sol', content: 'contract Other {}' }

/** The metadata of Solidity: a hash of the sources, the version of the compiler, and the length of both. */
const metadata = (hash: string): string => `a2646970667358221220${hash.repeat(32)}64736f6c634300081c0033`
/** PUSH2 with an immutable value at byte 1, then the metadata. */
const code = (immutable: string, hash: string): string => `61${immutable}00${metadata(hash)}`

const build = {
  input: {
    sources: Object.fromEntries([unused, library, own].map(({ path, content }) => [path, { content }])),
  },
  output: {
    sources: { [unused.path]: { id: 0 }, [library.path]: { id: 1 }, [own.path]: { id: 2 } },
    contracts: {
      [own.path]: {
        Vault: {
          abi,
          evm: {
            bytecode: { object: '' },
            deployedBytecode: {
              object: code('0000', 'aa'),
              sourceMap: '1:2:2:-;3:4:1;;',
              immutableReferences: { 7: [{ start: 1, length: 2 }] },
            },
          },
        },
      },
    },
  },
}

describe('dev_getContract', () => {
  let node: LocalNode
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-compiled-'))
    mkdirSync(join(folder, 'build-info'))
    writeFileSync(join(folder, 'build-info/1.json'), JSON.stringify(build))
    node = await createNode({ artifacts: folder, onLine: () => {} })
  })
  afterAll(() => {
    node?.close()
    rmSync(folder, { recursive: true })
  })

  async function contractWith(digits: string, withSources = false): Promise<unknown> {
    const address = `0x${'5e'.repeat(20)}`
    await node.request({ method: 'anvil_setCode', params: [address, `0x${digits}`] })
    return node.request({ method: 'dev_getContract', params: [address, withSources] })
  }

  it('finds a contract by its code without immutable values and metadata', async () => {
    const vault = { name: 'Vault', path: own.path, abi }
    expect(await contractWith(code('0000', 'aa'))).toEqual(vault)
    expect(await contractWith(code('beef', 'aa'))).toEqual(vault)
    expect(await contractWith(code('beef', 'bb'))).toEqual(vault)
    expect(await contractWith(code('beef', 'bb').replace(/00a264/, '01a264'))).toBeNull()
    expect(await contractWith('610000')).toBeNull()
  })

  it('has the sources of the code on request, its own first', async () => {
    expect(await contractWith(code('0000', 'aa'), true)).toMatchObject({ sources: [own, library] })
  })

  it('is null for an account without code, and an error for anything else', async () => {
    expect(await node.request({ method: 'dev_getContract', params: [`0x${'77'.repeat(20)}`] })).toBeNull()
    await expect(node.request({ method: 'dev_getContract', params: ['0x12'] })).rejects.toThrow(/address/)
  })
})
