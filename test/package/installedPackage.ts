import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Test runners print their failures on both streams. */
async function printed(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  try {
    return (await run(program, args, { cwd, env: { ...env, NODE_NO_WARNINGS: '1' } })).stdout
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
  }
}

export interface InstalledPackage {
  /** A project of its own, which has the package among its dependencies, with the programs of consumer/ and projects/. */
  readonly folder: string
  /** Paths of the files that were packed. */
  readonly files: readonly string[]
  /** Runs a program in the project; resolves to its output, and rejects with it when the program fails. */
  run(program: string, ...args: readonly string[]): Promise<string>
  /** As `run`, in a folder of the project. */
  runIn(subfolder: string, program: string, ...args: readonly string[]): Promise<string>
  remove(): void
}

/**
 * Packs the checkout as `npm publish` does and installs the archive and the given packages in one project, with dependencies
 * from npm's cache if there.
 */
export async function installPackage(...others: readonly string[]): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-package-'))
  const packed = await run('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  // Native dependencies include binaries, so their install scripts would only compile them again.
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet, join(folder, filename), ...others], { cwd: folder })
  for (const programs of ['consumer', 'projects']) {
    cpSync(join(import.meta.dirname, programs), folder, { recursive: true })
  }
  return {
    folder,
    files: files.map(({ path }: { readonly path: string }) => path),
    run: (program, ...args) => printed(program, args, folder),
    runIn: (subfolder, program, ...args) => printed(program, args, join(folder, subfolder)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
