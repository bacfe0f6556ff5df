import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContractArtifact } from '../callLog/contractArtifact.ts'
import { CompiledFolders, compiledFolders } from './compiledFolders.ts'
import { ArtifactsError, artifactFiles, readArtifacts } from './readArtifacts.ts'

const point = {
  type: 'tuple[]',
  name: 'points',
  components: [
    { type: 'uint256', name: 'x' },
    { type: 'address', name: 'owner' },
  ],
}
const abi = [
  { type: 'function', name: 'draw', inputs: [point] },
  { type: 'constructor', inputs: [] },
]
const content = 'contract Canvas {}'

describe('artifacts', () => {
  let root: string
  const write = (path: string, value: unknown): void => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  }
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cambium-artifacts-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const contractsIn = (name: string): ContractArtifact[] => {
    const folder = join(root, name)
    return readArtifacts(folder, artifactFiles(folder))
  }

  it('of Hardhat are read with their sources from the builds', () => {
    const deployedBytecode = {
      object: '60FF',
      sourceMap: '1:2:0:-',
      immutableReferences: { 5: [{ start: 1, length: 1 }] },
      linkReferences: { 'a.sol': { Library: [{ start: 0, length: 1 }] } },
    }
    write('artifacts/build-info/1.json', {
      input: { sources: { 'contracts/Canvas.sol': { content } } },
      output: {
        sources: { 'contracts/Canvas.sol': { id: 0 } },
        contracts: {
          'contracts/Canvas.sol': {
            Canvas: { abi, evm: { deployedBytecode, bytecode: { object: '5f60FF', sourceMap: '3:4:0:-' } } },
          },
        },
      },
    })
    write('artifacts/contracts/Canvas.sol/Canvas.dbg.json', {})
    expect(contractsIn('artifacts')).toEqual([
      {
        name: 'Canvas',
        path: 'contracts/Canvas.sol',
        compilerAbi: abi,
        abi: [
          {
            type: 'function',
            name: 'draw',
            inputs: [{ name: 'points', type: '(uint256,address)[]', isIndexed: false }],
            isPayable: false,
          },
          { type: 'constructor', name: '', inputs: [], isPayable: false },
        ],
        deployed: {
          digits: '60ff',
          holes: [
            { start: 1, length: 1 },
            { start: 0, length: 1 },
          ],
          sourceMap: '1:2:0:-',
        },
        creation: { digits: '5f60ff', holes: [], sourceMap: '3:4:0:-' },
        sources: new Map([[0, { path: 'contracts/Canvas.sol', content }]]),
      },
    ])
  })

  it('of Hardhat without builds have names only', () => {
    const artifact = { contractName: 'Canvas', abi, deployedBytecode: '0x60ff', deployedLinkReferences: {} }
    write('artifacts/contracts/Canvas.sol/Canvas.json', artifact)
    const [canvas] = contractsIn('artifacts')
    expect(canvas).toMatchObject({ name: 'Canvas', deployed: { digits: '60ff', sourceMap: undefined } })
  })

  it('of Foundry are read with their sources from the project', () => {
    write('src/Canvas.sol', content)
    write('out/Canvas.sol/Canvas.json', {
      abi,
      deployedBytecode: { object: '0x60ff', sourceMap: '1:2:7:-', linkReferences: {} },
      metadata: { settings: { compilationTarget: { 'src/Canvas.sol': 'Canvas' } } },
      id: 7,
    })
    expect(contractsIn('out')).toMatchObject([
      { name: 'Canvas', sources: new Map([[7, { path: 'src/Canvas.sol', content }]]) },
    ])
  })

  it('are not what other files hold', () => {
    write('out/cache.json', '{broken')
    write('out/list.json', [1, 2])
    write('out/odd.json', { abi: 5, deployedBytecode: [] })
    expect(contractsIn('out')).toEqual([])
  })

  it('of Hardhat 3 are read from the two files of a build, under the paths of the project', () => {
    const userSourceNameMap = { 'contracts/Canvas.sol': 'project/contracts/Canvas.sol' }
    const name = 'project/contracts/Canvas.sol'
    write('artifacts/build-info/1.json', { userSourceNameMap, input: { sources: { [name]: { content } } } })
    write('artifacts/build-info/1.output.json', {
      output: {
        sources: { [name]: { id: 3 } },
        contracts: { [name]: { Canvas: { abi, evm: { deployedBytecode: { object: '60ff' } } } } },
      },
    })
    expect(contractsIn('artifacts')).toMatchObject([
      {
        name: 'Canvas',
        path: 'contracts/Canvas.sol',
        sources: new Map([[3, { path: 'contracts/Canvas.sol', content }]]),
      },
    ])
  })

  it('may be missing in a folder that a compiler can make, and in no other', () => {
    expect(compiledFolders(join(root, 'later'), root)?.contracts).toEqual([])
    expect(() => compiledFolders(join(root, 'nowhere/later'), root)).toThrow(ArtifactsError)
    write('file', 'a file')
    expect(() => compiledFolders(join(root, 'file'), root)).toThrow(ArtifactsError)
  })

  it('are found in the usual folders of a project, unless that is turned off', () => {
    const found = (given?: false) => {
      const folders = compiledFolders(given, root)
      return folders && [folders.folder, folders.contracts.map(({ name }) => name)]
    }
    expect(found()).toEqual([undefined, []])
    write('artifacts/notes.json', { some: 'text' })
    write('out/Canvas.sol/Canvas.json', { abi, deployedBytecode: { object: '0x60ff' } })
    expect(found()).toEqual([join(root, 'out'), ['']])
    write('artifacts/contracts/Canvas.json', { contractName: 'Canvas', abi, deployedBytecode: '0x60ff' })
    expect(found()).toEqual([join(root, 'artifacts'), ['Canvas']])
    expect(found(false)).toBeUndefined()
  })

  it('that were found by default are not an error, whatever they contain', () => {
    write('artifacts', 'a file')
    expect(compiledFolders(undefined, root)?.contracts).toEqual([])
  })

  it('are read again when their files have changed, with a pause between two looks', () => {
    let now = 0
    const folders = new CompiledFolders([join(root, 'artifacts')], () => now)
    expect(folders.contracts).toEqual([])
    write('artifacts/Canvas.json', { contractName: 'Canvas', abi })
    expect(folders.renew()).toBe(false)
    now += 500
    expect(folders.renew()).toBe(true)
    expect(folders.contracts).toMatchObject([{ name: 'Canvas' }])
    now += 501
    expect(folders.renew()).toBe(false)
    write('artifacts/Canvas.json', { contractName: 'LargerCanvas', abi })
    expect(folders.renew()).toBe(false)
    now += 501
    expect(folders.renew()).toBe(true)
    expect(folders.contracts).toMatchObject([{ name: 'LargerCanvas' }])
  })
})
