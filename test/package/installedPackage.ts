import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface InstalledPackage {
  /** A project of its own, which has the package among its dependencies, with the programs of consumer/. */
  readonly folder: string
  /** Paths of the files that were packed. */
  readonly files: readonly string[]
  /** Runs a program in the project; resolves to what it printed. */
  run(program: string, ...args: readonly string[]): Promise<string>
  remove(): void
}

/** Packs the checkout as `npm publish` does and installs the archive, with dependencies from npm's cache if there. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-package-'))
  const packed = await run('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  // Native dependencies come with binaries: their install scripts only compile again.
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quiet, join(folder, filename)], { cwd: folder })
  cpSync(join(import.meta.dirname, 'consumer'), folder, { recursive: true })
  return {
    folder,
    files: files.map(({ path }: { readonly path: string }) => path),
    run: async (program, ...args) => (await run(program, args, { cwd: folder })).stdout,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
