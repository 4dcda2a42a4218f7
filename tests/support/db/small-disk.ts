import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEGABYTE = 1024 * 1024

/**
 * A file system of a few megabytes that a test can fill. Only root can mount one; otherwise the
 * server process gets a limit on file size, at which SQLite fails in the same way.
 */
export class SmallDisk {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'small-disk-'))
  readonly mounted: boolean

  constructor(megabytes: number) {
    this.mounted = mount(this.folder, megabytes)
    if (!this.mounted) process.stderr.write('No file system could be mounted\n')
  }

  /** Fills the file system, or lets this process write no further byte. */
  fill(pid?: number): void {
    if (!this.mounted) {
      limitFiles(pid, '1')
      return
    }
    const file = fs.openSync(path.join(this.folder, 'ballast'), 'a')
    try {
      for (let size = MEGABYTE; size >= 1; size = Math.floor(size / 2))
        while (writeBytes(file, size));
    } finally {
      fs.closeSync(file)
    }
  }

  free(pid?: number): void {
    if (this.mounted) fs.rmSync(path.join(this.folder, 'ballast'), { force: true })
    else limitFiles(pid, 'unlimited')
  }

  remove(): void {
    if (this.mounted) execFileSync('umount', [this.folder])
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

function mount(folder: string, megabytes: number): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function writeBytes(file: number, size: number): boolean {
  try {
    return fs.writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}

function limitFiles(pid: number | undefined, most: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`])
}
