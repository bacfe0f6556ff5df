import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chosenArtifacts } from './chosenArtifacts.ts'
import { ArtifactsError, readArtifacts } from './readArtifacts.ts'

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
    expect(readArtifacts(join(root, 'artifacts'))).toEqual([
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
    const [canvas] = readArtifacts(join(root, 'artifacts'))
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
    expect(readArtifacts(join(root, 'out'))).toMatchObject([
      { name: 'Canvas', sources: new Map([[7, { path: 'src/Canvas.sol', content }]]) },
    ])
  })

  it('are not what other files hold', () => {
    write('out/cache.json', '{broken')
    write('out/list.json', [1, 2])
    write('out/odd.json', { abi: 5, deployedBytecode: [] })
    expect(readArtifacts(join(root, 'out'))).toEqual([])
  })

  it('are an error without their folder', () => {
    expect(() => readArtifacts(join(root, 'nowhere'))).toThrow(ArtifactsError)
    expect(() => chosenArtifacts(join(root, 'nowhere'), root)).toThrow(ArtifactsError)
  })

  it('are found in the usual folders of a project, unless that is turned off', () => {
    expect(chosenArtifacts(undefined, root)).toBeUndefined()
    write('artifacts/notes.json', { some: 'text' })
    write('out/Canvas.sol/Canvas.json', { abi, deployedBytecode: { object: '0x60ff' } })
    expect(chosenArtifacts(undefined, root)).toMatchObject({ folder: 'out', contracts: [{ name: '' }] })
    write('artifacts/contracts/Canvas.json', { contractName: 'Canvas', abi, deployedBytecode: '0x60ff' })
    expect(chosenArtifacts(undefined, root)).toMatchObject({
      folder: 'artifacts',
      contracts: [{ name: 'Canvas' }],
    })
    expect(chosenArtifacts(false, root)).toBeUndefined()
  })

  it('that were found by default are not an error, whatever they contain', () => {
    write('artifacts', 'a file')
    expect(chosenArtifacts(undefined, root)).toBeUndefined()
  })
})
