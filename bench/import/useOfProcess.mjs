// Loaded into a measured process of any version: `node --import useOfProcess.mjs …`. Writes the resources that the process
// has used to the file USE_FILE when it ends.
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['USE_FILE']
/** Milliseconds between readings of the memory in use; each runs a garbage collection. */
const memoryMs = Number(process.env['USE_MEMORY_MS'] ?? 0)
const megabytes = (bytes) => Math.round(bytes / 2 ** 20)
const start = performance.now()
const alive = []

/** Processor time of the main thread, which executes the blocks; Linux reports it for each thread. */
function executingSeconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return undefined
  }
}

function readMemory() {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  alive.push(megabytes(heapUsed + arrayBuffers))
}

if (isMainThread && file !== undefined) {
  if (memoryMs > 0) setInterval(readMemory, memoryMs).unref()
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const use = {
      seconds: (performance.now() - start) / 1000,
      processorSeconds: (user + system) / 1e6,
      executingSeconds: executingSeconds(),
      resident: megabytes(process.resourceUsage().maxRSS * 1024),
      alive,
    }
    writeFileSync(file, JSON.stringify(use))
  })
}
