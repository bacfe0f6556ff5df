import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractArtifact, SourceFile } from '../callLog/contractArtifact.ts'
import { compiledContract, type Members, membersOf } from './compiledContract.ts'

/* Reads what Hardhat (artifacts/, with build-info) and Foundry (out/) leave of compiled contracts. */

/** A folder that cannot be read as compiled contracts. */
export class ArtifactsError extends Error {
  override readonly name = 'ArtifactsError'
}

const maximumFiles = 20_000
const maximumFileLength = 128 << 20

/** The contracts of a folder. Files that are not artifacts are skipped; an unreadable folder is an error. */
export function readArtifacts(folder: string): ContractArtifact[] {
  if (!existsSync(folder))
    throw new ArtifactsError(`there is no folder ${folder}: compile the contracts first`)
  const files = jsonFiles(folder)
  const builds = files.filter((file) => file.includes('build-info')).map(readMembers)
  const ofBuilds = builds.flatMap(contractsOfBuild)
  if (ofBuilds.length > 0) return ofBuilds
  const artifacts = files.filter((file) => !file.includes('build-info')).map(readMembers)
  return singleContracts(artifacts, join(folder, '..'))
}

function jsonFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.json') && !name.endsWith('.dbg.json'))
  if (files.length > maximumFiles)
    throw new ArtifactsError(`${folder} has more than ${maximumFiles} artifacts`)
  return files.map((name) => join(folder, name)).filter((file) => statSync(file).size <= maximumFileLength)
}

function readMembers(file: string): Members {
  try {
    return membersOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Tools keep other files beside their artifacts.
    return {}
  }
}

/** All contracts of one run of the compiler: its input has the sources, its output the rest. */
function contractsOfBuild({ input, output }: Members): ContractArtifact[] {
  const { contracts, sources } = membersOf(output)
  const texts = membersOf(membersOf(input)['sources'])
  const files = new Map<number, SourceFile>()
  for (const [path, source] of Object.entries(membersOf(sources))) {
    const { content } = membersOf(texts[path])
    files.set(Number(membersOf(source)['id']), { path, content: typeof content === 'string' ? content : '' })
  }
  return Object.entries(membersOf(contracts)).flatMap(([path, ofFile]) =>
    Object.entries(membersOf(ofFile)).flatMap(([name, contract]) => {
      const { abi, evm } = membersOf(contract)
      const { deployedBytecode: deployed, bytecode: creation } = membersOf(evm)
      return compiledContract({ name, path, abi, deployed, creation, sources: files })
    }),
  )
}

/** One file for each contract. Foundry's have the number of their source, Hardhat's have no source maps. */
function singleContracts(artifacts: readonly Members[], root: string): ContractArtifact[] {
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
