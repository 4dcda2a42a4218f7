export interface Download {
  blob: Blob
  /** File name with extension. */
  name: string
}

/** Milliseconds until the object URL is revoked; a slow device starts the download late. */
const URL_LIFETIME = 60_000

/**
 * Saves a file for the person. An installed web app on iOS has no downloads, so there the share
 * sheet is used.
 */
export async function saveFile({ blob, name }: Download): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (isInstalledOnIos() && navigator.canShare?.({ files: [file] })) await shareFile(file)
  else downloadFile(file)
}

function isInstalledOnIos(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // `AbortError`: the person closed the sheet. Other errors, such as sharing too long after the
    // click, fall back to a download.
    if (!(error instanceof DOMException && error.name === 'AbortError')) downloadFile(file)
  }
}

function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME)
}
