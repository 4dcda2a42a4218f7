import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bugs, locateBug, root } from './bugs.ts'

it('Each deliberate bug still matches the product’s code, and its test files exist', () => {
  for (const bug of bugs) {
    expect(locateBug(bug).text, bug.what).not.toContain(bug.find)
    for (const file of bug.tests) expect(fs.existsSync(path.join(root, file)), file).toBe(true)
  }
})
