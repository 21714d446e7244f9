import { connect } from 'node:net';

/** Sends bytes as they are and reads until the server closes, or is quiet after an answer. */
export function rawExchange(url: string, bytes: string, quietMs = 150): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

/** The statuses of the answers in what a server sent. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}
