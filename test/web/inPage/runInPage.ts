import type { startTests } from 'vitest/internal/browser'

/*
 * The beginning of a page that runs test files: Vitest's own runner and assertions, without its server. The bundle
 * (bundledTests.ts) gives it the files.
 */

type Runner = Parameters<typeof startTests>[1]
type Task = Awaited<ReturnType<typeof startTests>>[number]['tasks'][number]

export interface TestResult {
  readonly name: string
  readonly state: string
  /** Messages and stacks. */
  readonly errors: readonly string[]
}

const timeoutMs = 60_000

const config: Runner['config'] = {
  root: '/',
  setupFiles: [],
  name: undefined,
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { shuffle: false, concurrent: false, seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
}

/** What Vitest's assertions read of the worker that they expect to run in. */
Object.assign(globalThis, {
  process: { env: {}, stdout: {}, stderr: {} },
  __vitest_worker__: {
    config: { expect: { poll: { timeout: timeoutMs } } },
    filepath: '',
    current: undefined,
  },
})

/** Runs the tests that loading the module registers. */
export async function runTests(name: string, load: () => Promise<unknown>): Promise<TestResult[]> {
  const { startTests } = await import('vitest/internal/browser')
  const [file] = await startTests([{ filepath: name }], { config, importFile: load })
  return [...resultsOf(file!.tasks, ''), ...failureOf(name, file!.result)]
}

function resultsOf(tasks: readonly Task[], above: string): TestResult[] {
  return tasks.flatMap((task) => {
    const name = `${above}${task.name}`
    if (task.type === 'suite')
      return [...resultsOf(task.tasks, `${name} > `), ...failureOf(name, task.result)]
    const { state = 'missing', errors = [] } = task.result ?? {}
    return [{ name, state, errors: errors.map(({ message, stack }) => `${message}\n${stack}`) }]
  })
}

/** Of a file or a suite: an error of its hooks, or of loading it. */
const failureOf = (name: string, result: Task['result']): TestResult[] =>
  (result?.errors ?? []).map(({ message, stack }) => ({
    name,
    state: 'fail',
    errors: [`${message}\n${stack}`],
  }))
