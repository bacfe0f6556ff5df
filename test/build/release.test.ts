import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/check-release.mjs')
const dated = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-18\n\n- Something.\n'

/** Runs the check in a folder with these files. */
function check(tag: string, changelog: string, lockVersion = '1.2.3') {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-release-'))
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  write('package.json', '{"version":"1.2.3"}')
  write(
    'package-lock.json',
    JSON.stringify({ version: lockVersion, packages: { '': { version: lockVersion } } }),
  )
  write('CHANGELOG.md', changelog)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag, folder], { encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

describe('the check of a release', () => {
  it('passes when tag, package, lock file and changelog agree', () => {
    expect(check('v1.2.3', dated)).toEqual({
      status: 0,
      printed: 'release 1.2.3 of 2026-11-18: tag, package, lock file and changelog agree\n',
    })
  })

  it.each([
    ['another tag', check('v1.2.4', dated), 'the tag v1.2.4 is not v1.2.3'],
    ['no tag', check('', dated), 'the tag (none given) is not v1.2.3'],
    [
      'another version in the lock file',
      check('v1.2.3', dated, '1.2.2'),
      'package-lock.json has another version',
    ],
    [
      'no section of the version',
      check('v1.2.3', dated.replace('[1.2.3]', '[1.2.2]')),
      'has no section "## [1.2.3]',
    ],
    ['no date', check('v1.2.3', dated.replace('2026-11-18', 'soon')), 'the date soon'],
    [
      'unreleased lines',
      check('v1.2.3', dated.replace('[Unreleased]\n', '[Unreleased]\n\n- New.\n')),
      'under "Unreleased"',
    ],
  ])('names %s', (_, { status, printed }, fault) => {
    expect(status).toBe(1)
    expect(printed.trim().split('\n')).toEqual([expect.stringContaining(fault)])
  })
})
