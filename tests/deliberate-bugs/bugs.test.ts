import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bugs, placeOf, root } from './bugs.ts'

it('each deliberate bug still has its place in the product, and its tests', () => {
  for (const bug of bugs) {
    expect(placeOf(bug).text, bug.what).not.toContain(bug.find)
    for (const file of bug.tests) expect(fs.existsSync(path.join(root, file)), file).toBe(true)
  }
})
