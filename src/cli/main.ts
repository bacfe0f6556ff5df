#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { packageFile } from '../primitives/packageFile.ts'
import { quickAnswer } from './quickAnswer.ts'
import { processTerminal } from './terminal/terminal.ts'

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

/**
 * An import takes all cores, and a quarter of their time went to V8's optimising compiler, mostly for functions that it
 * inlines: by default 920 bytes of them. Kept code is that of processes with the same flags, so the flag comes first.
 */
const lessInlining = '--max-inlined-bytecode-size-cumulative=300'

const words = process.argv.slice(2)
const terminal = processTerminal()
const answer = quickAnswer(words, { version, helpTexts })
if (answer === undefined) {
  if (words[0] === 'import') setFlagsFromString(lessInlining)
  const { runProgram } = await import('./program.ts')
  process.exitCode = await runProgram(words, { version, environment: process.env, terminal })
} else {
  terminal.print(answer)
}

/** The build writes the file; without it the program answers. */
function helpTexts(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(new URL('help.json', import.meta.url), 'utf8'))
  } catch {
    return {}
  }
}
