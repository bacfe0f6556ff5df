#!/usr/bin/env node
/* The compiler of npm behind the two questions that forge asks of a native one: its version, and standard JSON. */
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
