import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ContractArtifact, SourceFile } from '../callLog/contractArtifact.ts'
import { compiledContract, membersOf, type UnknownMembers } from './compiledContract.ts'

/* Reads what Hardhat (artifacts/, with build-info) and Foundry (out/) leave of compiled contracts. */

/** A folder that cannot have compiled contracts. */
export class ArtifactsError extends Error {
  override readonly name = 'ArtifactsError'
}

/** Further files are left out. */
const maximumFiles = 20_000
const maximumFileLength = 128 << 20

export interface ArtifactFile {
  readonly path: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly changedMs: number
}

/** Throws for a folder that a compiler cannot write. One that a compiler has not made yet may be missing. */
export function checkFolder(folder: string): void {
  const isMissing = !existsSync(folder)
  if (isMissing && !existsSync(dirname(resolve(folder))))
    throw new ArtifactsError(`there is no folder ${folder}, and none in which a compiler could make it`)
  if (!isMissing && !statSync(folder).isDirectory()) throw new ArtifactsError(`${folder} is not a folder`)
}

/** The files that may be artifacts. Throws for a folder that cannot be read. */
export function artifactFiles(folder: string): ArtifactFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.json') && !name.endsWith('.dbg.json'))
    .slice(0, maximumFiles)
    .map((name) => {
      const path = join(folder, name)
      const { size, mtimeMs: changedMs } = statSync(path)
      return { path, size, changedMs }
    })
    .filter(({ size }) => size <= maximumFileLength)
}

/** The contracts of a folder with these files. Files that are not artifacts are skipped. */
export function readArtifacts(folder: string, files: readonly ArtifactFile[]): ContractArtifact[] {
  const paths = files.map(({ path }) => path)
  const builds = paths.filter((path) => path.includes('build-info'))
  const ofBuilds = builds.flatMap((path) => contractsOfBuild(readBuild(path)))
  if (ofBuilds.length > 0) return ofBuilds
  const artifacts = paths.filter((path) => !path.includes('build-info')).map(readMembers)
  return singleContracts(artifacts, join(folder, '..'))
}

const outputEnding = '.output.json'

/** Hardhat 3 writes the compiler's input and output into two files. */
function readBuild(path: string): UnknownMembers {
  const build = readMembers(path)
  if (!path.endsWith(outputEnding)) return build
  return { ...readMembers(path.replace(outputEnding, '.json')), ...build }
}

function readMembers(file: string): UnknownMembers {
  try {
    return membersOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Tools keep other files beside their artifacts.
    return {}
  }
}

/** All contracts of one run of the compiler: its input has the sources, its output the rest. */
function contractsOfBuild({ input, output, userSourceNameMap }: UnknownMembers): ContractArtifact[] {
  const { contracts, sources } = membersOf(output)
  const texts = membersOf(membersOf(input)['sources'])
  const pathOf = userPaths(userSourceNameMap)
  const files = new Map<number, SourceFile>()
  for (const [name, source] of Object.entries(membersOf(sources))) {
    const { content } = membersOf(texts[name])
    const file = { path: pathOf(name), content: typeof content === 'string' ? content : '' }
    files.set(Number(membersOf(source)['id']), file)
  }
  return Object.entries(membersOf(contracts)).flatMap(([source, ofFile]) =>
    Object.entries(membersOf(ofFile)).flatMap(([name, contract]) => {
      const { abi, evm } = membersOf(contract)
      const { deployedBytecode: deployed, bytecode: creation } = membersOf(evm)
      return compiledContract({ name, path: pathOf(source), abi, deployed, creation, sources: files })
    }),
  )
}

/** Hardhat 3 gives the compiler names of its own, such as `project/contracts/Token.sol`. */
function userPaths(userSourceNameMap: unknown): (name: string) => string {
  const paths = new Map(Object.entries(membersOf(userSourceNameMap)).map(([path, name]) => [name, path]))
  return (name) => paths.get(name) ?? name
}

/** One file for each contract. Foundry's have the number of their source, Hardhat's have no source maps. */
function singleContracts(artifacts: readonly UnknownMembers[], root: string): ContractArtifact[] {
  const files = new Map<number, SourceFile>()
  const named = artifacts.map((artifact) => {
    const { metadata, id, contractName, sourceName } = artifact
    const { settings } = membersOf(metadata)
    const target = membersOf(membersOf(settings)['compilationTarget'])
    const [path = '', compiled] = Object.entries(target)[0] ?? []
    if (typeof id === 'number' && path !== '') files.set(id, sourceAt(root, path))
    return { artifact, name: String(contractName ?? compiled ?? ''), path: String(sourceName ?? path) }
  })
  return named.flatMap(({ artifact, name, path }) => {
    const { abi, bytecode, linkReferences, deployedBytecode, deployedLinkReferences } = artifact
    const deployed = codeWithLinks(deployedBytecode, deployedLinkReferences)
    const creation = codeWithLinks(bytecode, linkReferences)
    return compiledContract({ name, path, abi, deployed, creation, sources: files })
  })
}

/** Hardhat's codes are texts with their links beside them. */
const codeWithLinks = (code: unknown, linkReferences: unknown): unknown =>
  typeof code === 'string' ? { object: code, linkReferences } : code

function sourceAt(root: string, path: string): SourceFile {
  const file = join(root, path)
  const isReadable = existsSync(file) && statSync(file).size <= maximumFileLength
  return { path, content: isReadable ? readFileSync(file, 'utf8') : '' }
}
