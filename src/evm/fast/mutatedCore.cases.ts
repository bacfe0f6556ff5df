import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import asc from 'assemblyscript/asc'
import { CorePool } from './corePool.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A small fault in a source file of the core. */
export interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Compiles the core with a mutation, in memory and without optimising it. */
export async function mutatedCores({ file, from, to }: Mutation): Promise<CorePool> {
  const binary = await compile(async (name) => {
    const source = await readFile(join(root, name), 'utf8').catch(() => null)
    if (source === null || !name.endsWith(file)) return source
    if (source.split(from).length !== 2) throw new Error(`${file} does not contain "${from}" exactly once`)
    return source.replace(from, to)
  })
  const module = new WebAssembly.Module(binary)
  return new CorePool(() => module)
}

async function compile(readSource: (name: string) => Promise<string | null>): Promise<Uint8Array> {
  let binary: Uint8Array | undefined
  const flags = [
    '--noAssert',
    '--runtime',
    'stub',
    '--use',
    'abort=',
    '--enable',
    'simd,bulk-memory,sign-extension',
  ]
  const { error, stderr } = await asc.main(
    ['assembly/evm.ts', '--outFile', 'core.wasm', '--importMemory', '--memoryBase', '8192', ...flags],
    {
      readFile: (name: string) => readSource(name),
      writeFile: (_name: string, contents: unknown) => {
        if (contents instanceof Uint8Array) binary = contents
      },
    },
  )
  if (error || binary === undefined) throw error ?? new Error(stderr.toString())
  return binary
}
