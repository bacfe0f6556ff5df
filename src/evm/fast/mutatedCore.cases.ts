import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import asc from 'assemblyscript/asc'
import { FastSessions } from './session.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A small fault in a source file of the core. */
export interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Compiles the core with a mutation, in memory and without optimising it. */
export async function mutatedCores({ file, from, to }: Mutation): Promise<FastSessions> {
  const binary = await compile(async (name, folder) => {
    const source = await readFile(resolve(folder, name), 'utf8').catch(() => null)
    if (source === null || !name.endsWith(file)) return source
    if (source.split(from).length !== 2) throw new Error(`${file} does not contain "${from}" exactly once`)
    return source.replace(from, to)
  })
  const module = new WebAssembly.Module(binary)
  return new FastSessions(() => module)
}

type ReadSource = (name: string, folder: string) => Promise<string | null>

async function compile(readSource: ReadSource): Promise<Uint8Array> {
  let binary: Uint8Array | undefined
  const options = ['--config', 'assembly/asconfig.json', '--target', 'evm', '--baseDir', root]
  const { error, stderr } = await asc.main(['assembly/evm.ts', '--outFile', 'core.wasm', ...options], {
    readFile: readSource,
    writeFile: (_name: string, contents: unknown) => {
      if (contents instanceof Uint8Array) binary = contents
    },
  })
  if (error || binary === undefined) throw error ?? new Error(stderr.toString())
  return binary
}
