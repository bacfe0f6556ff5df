import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface BuiltNode {
  /** The file to load `openNode` from. */
  readonly file: string
  /** The program that follows peers with it. */
  readonly program: string
}

const ownRoot = fileURLToPath(new URL('../..', import.meta.url))
const entrance = 'src/node/openNode.ts'
const loader = 'src/primitives/program/loadProgram.ts'
/** The programs of threads by their places beside the bundle, as in the package. An earlier checkout may lack them. */
const threads = {
  'chain/importWorker.cjs': 'src/chain/importWorker.ts',
  'chain/prepareWorker.cjs': 'src/chain/preparing/prepareWorker.ts',
}
/** Of an earlier checkout, which has no loader of its own. */
const plainLoader = "exports.load = (source) => require('./program.cjs')[source]()\n"

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
} as const
const commonJs = {
  ...shared,
  format: 'cjs',
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
} as const

const built = new Map<string, Promise<BuiltNode>>()

/**
 * The node of a checkout, bundled in the way of its package. From the sources a thread would start only after its program
 * is bundled and loaded with its types removed, which takes longer than a thousand small blocks.
 */
export function builtNode(root: string): Promise<BuiltNode> {
  const known = built.get(root) ?? bundle(root)
  built.set(root, known)
  return known
}

async function bundle(root: string): Promise<BuiltNode> {
  const folder = join(root, 'node_modules/.cache/cambium', `bench-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['program', 'node', 'chain']) mkdirSync(join(folder, name), { recursive: true })
  const has = (source: string): boolean => existsSync(join(root, source))
  const programs = Object.entries(threads).filter(([, source]) => has(source))
  const sources = [entrance, ...programs.map(([, source]) => source)]
  const contents = sources.map((source) => `exports['${source}'] = () => require('./${source}')`).join('\n')
  const checkout = { ...commonJs, absWorkingDir: root }
  await build({
    ...checkout,
    stdin: { contents, resolveDir: root },
    outfile: join(folder, 'program/program.cjs'),
  })
  const load = join(folder, 'program/load.cjs')
  if (has(loader)) await build({ ...checkout, entryPoints: [loader], outfile: load })
  else writeFileSync(load, plainLoader)
  for (const [file, source] of [['node/openNode.cjs', entrance] as const, ...programs])
    writeFileSync(join(folder, file), `module.exports = require('../program/load.cjs').load('${source}')\n`)
  const program = join(folder, 'follower.mjs')
  const entryPoints = ['bench/sync/followerProcess.ts']
  await build({ ...shared, absWorkingDir: ownRoot, entryPoints, outfile: program, format: 'esm' })
  return { file: join(folder, 'node/openNode.cjs'), program }
}
