// Loaded into a measured process of any version: `node --import useOfProcess.mjs …`. Writes the resources that the process
// has used to the file USE_FILE when it ends.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['USE_FILE']
const megabytes = (bytes) => Math.round(bytes / 2 ** 20)
const start = performance.now()
/** Maximum megabytes of anonymous memory, which does not include the pages of the data file. */
let anonymous = 0
const anonymousMs = 100

/** A number in a file of the kernel about this process; 0 on other systems. */
function ownNumber(name, pattern) {
  try {
    return Number(pattern.exec(readFileSync(`/proc/self/${name}`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** A command may do its work in a process of its own, whose bytes the kernel counts for its parent too. */
function withChild(own, text) {
  const child = JSON.parse(text)
  const larger = (name) => Math.max(own[name], child[name])
  return {
    ...own,
    processorSeconds: own.processorSeconds + child.processorSeconds,
    resident: larger('resident'),
    anonymous: larger('anonymous'),
    writtenBytes: larger('writtenBytes'),
    readBytes: larger('readBytes'),
  }
}

function readAnonymous() {
  anonymous = Math.max(anonymous, Math.round(ownNumber('status', /RssAnon:\s+(\d+)/) / 1024))
}

if (isMainThread && file !== undefined) {
  setInterval(readAnonymous, anonymousMs).unref()
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    readAnonymous()
    const use = {
      seconds: (performance.now() - start) / 1000,
      processorSeconds: (user + system) / 1e6,
      resident: megabytes(process.resourceUsage().maxRSS * 1024),
      anonymous,
      // Of write calls, by which LMDB writes its pages too. The kernel's `write_bytes` counts all of a page-cache folio of up to
      // 2 MiB for each 4 KiB page that is written again, while the disk gets that page only.
      writtenBytes: ownNumber('io', /^wchar: (\d+)/m),
      readBytes: ownNumber('io', /^read_bytes: (\d+)/m),
    }
    writeFileSync(file, JSON.stringify(existsSync(file) ? withChild(use, readFileSync(file, 'utf8')) : use))
  })
}
