import { rmSync } from 'node:fs'
import { bundledCambium } from '../processes/cliProcess.ts'

/** Bundles the command once for all files of the suite; returns the function that removes the bundle after them. */
export default function setup(): () => void {
  const folder = bundledCambium()
  process.env['BUNDLED_CAMBIUM'] = folder
  return () => rmSync(folder, { recursive: true })
}
