/** A certificate of 127.0.0.1 with its key, for tests of https; it signs itself, and lasts a hundred years. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTCQpQjX8rnOePtW8
5uw4uC2GOfWYzMnTjBmwSGlwmNahRANCAASPQjkHD9SpUxHL68Sn1tNqzvE4UjNu
IP3lANDCKaXmOJ3fx2BJM89uFZPWK6xnDyMPYputd/Sd6/FCJC9Sa7Rk
-----END PRIVATE KEY-----
`;

export const cert = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUe92P/+dY5EZl4HOHCM2M53bCLW8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyODAxMTYyN1oYDzIxMjYxMTA0
MDExNjI3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASPQjkHD9SpUxHL68Sn1tNqzvE4UjNuIP3lANDCKaXmOJ3fx2BJM89u
FZPWK6xnDyMPYputd/Sd6/FCJC9Sa7Rko2QwYjAdBgNVHQ4EFgQUp2RmAsS4jU+O
4BnYRrLJFYj2z/8wHwYDVR0jBBgwFoAUp2RmAsS4jU+O4BnYRrLJFYj2z/8wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDd+Mq89QhdtlpueNeVQ4VwgEngEqd/FDqSSFSGwqTuGgIhAMuYmytz/jQoj43e
KLmXnZ8Dn98/jjI3uMIqmzcvg4P0
-----END CERTIFICATE-----
`;

/** From now on this process trusts it. */
export function trustCertificate(): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}
