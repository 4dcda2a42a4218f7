export interface Download {
  blob: Blob
  /** The file’s name, with its ending. */
  name: string
}

/** Downloads begin late on a slow device; the file may not be gone by then. */
const KEPT_FOR = 60_000

/**
 * Gives a file to the person. Installed on an iPhone the site has no downloads, so there the system's
 * sheet takes it; elsewhere the browser saves it.
 */
export async function saveFile({ blob, name }: Download): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (isInstalledOnIos() && navigator.canShare?.({ files: [file] })) await share(file)
  else download(file)
}

function isInstalledOnIos(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // The sheet was closed: that is no failure. Or too long after the press to be allowed one.
    if (!(error instanceof DOMException && error.name === 'AbortError')) download(file)
  }
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR)
}
