import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
  format: 'esm',
} as const

const built = new Map<string, Promise<BuiltNode>>()

/**
 * The node of a checkout, bundled like its package. From the sources, a thread would start only after its program is bundled
 * and loaded with its types removed, which takes longer than a thousand small blocks.
 */
export function builtNode(root: string): Promise<BuiltNode> {
  const known = built.get(root) ?? bundle(root)
  built.set(root, known)
  return known
}

async function bundle(root: string): Promise<BuiltNode> {
  const folder = join(root, 'node_modules/.cache/cambium', `bench-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  // A package of its own, in which the code finds its other files.
  writeFileSync(join(folder, 'package.json'), '{ "name": "cambium", "type": "module", "version": "0.0.0" }')
  for (const name of ['data', 'wasm']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(root, 'dist/libraries'), join(folder, 'dist/libraries'))
  await build({
    ...shared,
    absWorkingDir: root,
    splitting: true,
    entryPoints: {
      openNode: 'src/node/openNode.ts',
      'threads/importWorker': 'src/chain/importWorker.ts',
      'threads/prepareWorker': 'src/chain/preparing/prepareWorker.ts',
    },
    outdir: join(folder, 'dist'),
  })
  const program = join(folder, 'follower.js')
  const entryPoints = ['bench/sync/followerProcess.ts']
  await build({ ...shared, absWorkingDir: ownRoot, entryPoints, outfile: program })
  return { file: join(folder, 'dist/openNode.js'), program }
}
