"""Work beside the frames: jobs, kernels compiled, light baked, garbage collected."""
