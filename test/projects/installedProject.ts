import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../..')

/** Mocha prints a line for every test, and traces for failures. */
const maximumOutputLength = 64 << 20

export interface InstalledProject {
  readonly folder: string
  /** Runs a program of the project's packages; throws with its output when it fails. */
  run(url: string, program: string, ...args: readonly string[]): Promise<string>
  /** As `run`, for a binary, by its path in the project. */
  runBinary(url: string, path: string, ...args: readonly string[]): Promise<string>
  /** Runs a file of the project with Node; throws with its output when it fails. */
  runProgram(url: string, file: string, ...args: readonly string[]): Promise<string>
  /** Runs a file of tests with Node's own runner; throws with its output when one fails. */
  runTests(url: string, file: string): Promise<string>
  /** Runs a script of the project; throws with its output when it fails. */
  runScript(file: string, ...args: readonly string[]): Promise<string>
  /** Starts a program of the project's packages, whose output can be read while it runs. */
  start(program: string, ...args: readonly string[]): ChildProcess
  /** Adds the built package of this checkout to the project. */
  addCambium(): void
  remove(): void
}

/**
 * Copies a project of this folder to a temporary folder and installs the packages of its lock file, with the given version
 * of Node: npm omits optional packages that are not for the version it runs with.
 */
export async function installProject(name: string, node = process.execPath): Promise<InstalledProject> {
  const folder = mkdtempSync(join(tmpdir(), `cambium-${name}-`))
  cpSync(join(import.meta.dirname, name), folder, { recursive: true })
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run(node, [npmProgram(), 'ci', ...quiet], { cwd: folder })
  const environment = (url: string): NodeJS.ProcessEnv => ({
    ...process.env,
    CAMBIUM_URL: url,
    CI: 'true',
    HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
    HARDHAT_IGNITION_CONFIRM_DEPLOYMENT: 'true',
  })
  const binary = (program: string): string => join(folder, 'node_modules/.bin', program)
  const runProgram = async (program: string, url: string, ...args: readonly string[]): Promise<string> => {
    const env = environment(url)
    try {
      const { stdout } = await run(program, args, { cwd: folder, env, maxBuffer: maximumOutputLength })
      return stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = Object(error)
      throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`)
    }
  }
  return {
    folder,
    run: (url, program, ...args) => runProgram(node, url, binary(program), ...args),
    runBinary: (url, path, ...args) => runProgram(join(folder, path), url, ...args),
    runProgram: (url, file, ...args) => runProgram(node, url, join(folder, file), ...args),
    runTests: (url, file) => runProgram(node, url, '--test', '--test-reporter', 'tap', file),
    runScript: (file, ...args) => runProgram(node, '', file, ...args),
    start: (program, ...args) =>
      spawn(node, [binary(program), ...args], {
        cwd: folder,
        env: environment(''),
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    // A copy, as programs behind a link look for their packages from its target; only the dependencies are linked.
    addCambium() {
      const target = join(folder, 'node_modules/cambium')
      for (const part of ['package.json', 'dist', 'data', 'wasm']) {
        cpSync(join(root, part), join(target, part), { recursive: true })
      }
      symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The script of the npm that runs the tests, or else of the one in the path. */
function npmProgram(): string {
  const running = process.env['npm_execpath']
  if (running?.endsWith('npm-cli.js')) return running
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, 'npm'))
    } catch {
      // Not in this folder.
    }
  }
  throw new Error('npm is not in the path')
}
